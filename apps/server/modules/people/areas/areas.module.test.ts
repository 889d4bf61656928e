import type { Area, AreaTree } from '@voltloop/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { startOwnServer } from '../../../testing/own-server.ts';
import { setUp } from '../../../testing/set-up.ts';
import { createAreas } from './index.ts';

const server = setUp(() => startOwnServer({}, () => [createAreas()]));
let token: string;

beforeAll(async () => {
  token = (await server.signIn((await server.tenant()).userName)).token;
});

const get = (path: string, as: string | null = token) => server.call(as, 'GET', path);
const list = async (path: string) => (await get(path)).data as Area[];

describe('the calls of areas', () => {
  it('lead from the provinces through a city to its districts', async () => {
    const provinces = await list('/area/getProvList');
    expect(provinces).toHaveLength(34);
    expect(provinces[0]).toEqual({ id: '110000', name: '北京市' });
    expect(await list('/area/getCityByProvId?provId=440000')).toContainEqual({
      id: '440300',
      name: '深圳市',
    });
    expect(await list('/area/getAreaByCityId?cityId=440300')).toContainEqual({
      id: '440305',
      name: '南山区',
    });
    expect(await list('/area/getAreaByCityId?cityId=441900')).toEqual([]);
  });

  it('return provinces and cities as a tree', async () => {
    const tree = (await get('/area/getProvCityList')).data as AreaTree;
    expect(tree.children[0]).toEqual({
      id: '110000',
      label: '北京市',
      children: [{ id: '110100', label: '北京市', children: [] }],
    });
  });

  it.each([
    ['/area/getCityByProvId', 400],
    ['/area/getCityByProvId?provId=44', 400],
    ['/area/getCityByProvId?provId=990000', 404],
    ['/area/getCityByProvId?provId=440300', 404],
    ['/area/getAreaByCityId?cityId=440000', 404],
    ['/area/getAreaByCityId?cityId=__proto__', 400],
  ])('answer %s with %i', async (path, status) => expect((await get(path)).status).toBe(status));

  it('return all areas as one file that is cached for a day', async () => {
    const reply = await server.app.inject('/data/area-2025.json');
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['cache-control']).toBe('public, max-age=86400');
    expect(reply.json()['110000']).toEqual({ '110100': '北京市' });
    const again = await server.app.inject({
      url: '/data/area-2025.json',
      headers: { 'if-none-match': reply.headers.etag },
    });
    expect([again.statusCode, again.payload]).toEqual([304, '']);
  });
});

import { createHash } from 'node:crypto';
import * as contract from '@voltloop/contract';
import { notFound } from '../../../platform/errors.ts';
import { type Http, replied } from '../../../platform/http.ts';
import { type AreaMap, COUNTRY, childrenOf, isArea, isCity, isProvince, provinceTree } from './rules.ts';

export function areaRoutes(http: Http, areas: AreaMap): void {
  const below = (code: string, isRight: (code: string) => boolean) => {
    if (!isRight(code) || !isArea(areas, code)) throw notFound();
    return childrenOf(areas, code);
  };
  http.implement(contract.getProvList, async () => childrenOf(areas, COUNTRY));
  http.implement(contract.getCityByProvId, async (_ctx, { query }) => below(query.provId, isProvince));
  http.implement(contract.getAreaByCityId, async (_ctx, { query }) => below(query.cityId, isCity));
  http.implement(contract.getProvCityList, async () => provinceTree(areas));

  const text = JSON.stringify(areas);
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  http.implement(contract.getAreaData, async (_ctx, _input, { request, reply }) => {
    reply.header('etag', etag).header('cache-control', 'public, max-age=86400');
    if (request.headers['if-none-match'] === etag) reply.status(304).send();
    else reply.type('application/json; charset=utf-8').send(text);
    return replied;
  });
}

import { z } from 'zod';
import { route } from '../route.ts';

/** An administrative division; `id` is its code of six digits. */
export const area = z.object({ id: z.string(), name: z.string() });
export type Area = z.infer<typeof area>;

export const areaTree = z.object({
  id: z.string(),
  label: z.string(),
  children: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      children: z.array(z.object({ id: z.string(), label: z.string(), children: z.array(z.never()) })),
    }),
  ),
});
export type AreaTree = z.infer<typeof areaTree>;

const code = z.string().regex(/^\d{6}$/);

export const getProvList = route({
  name: 'getProvList',
  summary: 'The provinces, in the order of their codes.',
  method: 'GET',
  path: '/area/getProvList',
  access: 'session',
  reply: z.array(area),
});

export const getCityByProvId = route({
  name: 'getCityByProvId',
  summary: 'The cities of a province.',
  method: 'GET',
  path: '/area/getCityByProvId',
  access: 'session',
  query: z.object({ provId: code }),
  reply: z.array(area),
});

export const getAreaByCityId = route({
  name: 'getAreaByCityId',
  summary: 'The districts of a city; empty if it has none.',
  method: 'GET',
  path: '/area/getAreaByCityId',
  access: 'session',
  query: z.object({ cityId: code }),
  reply: z.array(area),
});

export const getProvCityList = route({
  name: 'getProvCityList',
  summary: 'All provinces with their cities, as a tree.',
  method: 'GET',
  path: '/area/getProvCityList',
  access: 'session',
  reply: areaTree,
});

/** Children by the code of their parent: `{"100000":{"110000":"北京市",…},"110000":{…},…}`. */
export type AreaData = Record<string, Record<string, string>>;

export const getAreaData = route({
  name: 'getAreaData',
  summary: 'Every administrative division as of the year in the path, as one JSON file without an envelope.',
  method: 'GET',
  path: '/data/area-2025.json',
  access: 'public',
});

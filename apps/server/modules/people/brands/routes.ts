import * as contract from '@voltloop/contract';
import { notFound } from '../../../platform/errors.ts';
import { type Http, replied } from '../../../platform/http.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { changeBrand, changeHost, changeLogo, dropBrand, dropLogo, findBrand } from './change-brand.ts';
import type { Core } from './core.ts';
import { brandsOfTenant, logoById } from './store.ts';

/** Contract route → verb. */
export function brandRoutes(http: Http, core: Core): void {
  const { db } = core.services;
  http.implement(contract.getBrand, (_ctx, _input, { request, reply }) => {
    // The answer depends on the host name.
    reply.header('cache-control', 'no-store');
    return core.byHost.find(request.host);
  });
  http.implement(contract.readBrandLogo, async (_ctx, { params }, { reply }) => {
    const logo = isUuid(params.id) ? await logoById(db, params.id) : null;
    if (!logo) throw notFound();
    reply
      // Each logo has a new address.
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .type('image/png')
      .send(logo);
    return replied;
  });
  http.implement(contract.listBrands, async (ctx) => brandsOfTenant(db, ctx.caller));
  http.implement(contract.readBrand, (ctx, { params }) => findBrand(db, ctx, params));
  http.implement(contract.saveBrand, (ctx, { params, body }) => changeBrand(core, ctx, params, body));
  http.implement(contract.removeBrand, (ctx, { params }) => dropBrand(core, ctx, params));
  http.implement(contract.setBrandLogo, (ctx, { params }, { request }) =>
    changeLogo(core, ctx, params, request),
  );
  http.implement(contract.removeBrandLogo, (ctx, { params }) => dropLogo(core, ctx, params));
  http.implement(contract.setBrandHost, (ctx, { params, body }) => changeHost(core, ctx, params, body));
}

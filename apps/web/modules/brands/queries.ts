import { queryOptions } from '@tanstack/react-query';
import { listBrands, readBrand } from '@voltloop/contract/calls/brands.ts';
import { call } from '../../api/call.ts';

/** The brand of an account, by its id or `self`. */
export const brandOfAccount = (tenantId: string, id: string) =>
  queryOptions({
    queryKey: ['brands', 'one', tenantId, id],
    queryFn: ({ signal }) => call(readBrand, { params: { tenantId, id }, signal }),
  });

/** All brands of the tenant, for its main account. */
export const allBrands = (tenantId: string) =>
  queryOptions({
    queryKey: ['brands', 'all', tenantId],
    queryFn: ({ signal }) => call(listBrands, { params: { tenantId }, signal }),
  });

import { address, flag, maybe, paged } from '../../../ui/list/address.ts';
import { PAGE_SIZES } from '../../../ui/table/page-numbers.ts';

/** The filter of the pending work in a URL. */
export const workAddress = address({
  kind: maybe(40, /^[A-Za-z]+$/),
  own: flag(),
  ...paged(PAGE_SIZES, 20),
});

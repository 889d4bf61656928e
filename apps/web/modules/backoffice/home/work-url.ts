import { PAGE_SIZES } from '@voltloop/ui/page-numbers.ts';
import { address, flag, maybe, paged } from '../../../parts/list/address.ts';

/** The filter of the pending work in a URL. */
export const workAddress = address({
  kind: maybe(40, /^[A-Za-z]+$/),
  own: flag(),
  ...paged(PAGE_SIZES, 20),
});

import { PAGE_SIZES } from '@voltloop/ui/page-numbers.ts';
import { address, flag, maybe, paged } from '../../../parts/list/address.ts';

/** What of the waiting work an address shows. */
export const workAddress = address({
  kind: maybe(40, /^[A-Za-z]+$/),
  own: flag(),
  ...paged(PAGE_SIZES, 20),
});

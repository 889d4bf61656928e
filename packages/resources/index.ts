import type { Resource } from '@voltloop/resource-kit';
import { customer } from './customer/customer.resource.ts';

/** Every entity of the back office, in the order of the menu. A new one is one line here. */
export const resources: readonly Resource[] = [customer];

import { describeResource } from '../../../apps/server/testing/describe-resource.ts';
import { customer } from './customer.resource.ts';

describeResource(customer);

import { describeResource } from '../../../apps/server/testing/describe-resource.ts';
import { battery } from './battery.resource.ts';

describeResource(battery);

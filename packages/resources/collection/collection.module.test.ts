import { describeResource } from '../../../apps/server/testing/describe-resource.ts';
import { collection } from './collection.resource.ts';

describeResource(collection);

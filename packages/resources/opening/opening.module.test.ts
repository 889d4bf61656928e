import { describeDocument } from '../../../apps/server/testing/describe-document.ts';
import { openingKind } from './opening.resource.ts';

describeDocument(openingKind);

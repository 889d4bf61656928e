import { describeDocument } from '../../../apps/server/testing/describe-document.ts';
import { receiptKind } from './receipt.resource.ts';

describeDocument(receiptKind);

import { describeDocument } from '../../../apps/server/testing/describe-document.ts';
import { describeResource } from '../../../apps/server/testing/describe-resource.ts';
import { issue, issueKind } from './issue.resource.ts';

describeResource(issue);
describeDocument(issueKind);

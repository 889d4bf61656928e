import { labelAction } from '../../codes/index.ts';
import type { ListViews } from '../../resources/index.ts';
import { traceAction } from '../../resources/index.ts';
import { documentActions } from './document-actions.ts';

export const listViews: ListViews = {
  actions: [...documentActions, traceAction('battery'), labelAction],
};

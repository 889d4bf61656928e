import type { ListViews } from '../../resources/index.ts';
import { traceAction } from '../../traceability/index.ts';

export const listViews: ListViews = { actions: [traceAction('vehicle')] };

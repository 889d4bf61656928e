import type { ListViews } from '../../resources/index.ts';
import { traceAction } from '../../resources/index.ts';

export const listViews: ListViews = { actions: [traceAction('vehicle')] };

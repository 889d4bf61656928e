import { plateDrive } from '@voltloop/domain/checks/index.ts';
import type { Views } from '../../resources/index.ts';
import { traceAction } from '../../traceability/index.ts';

/** The plate of a battery electric vehicle says so; that of other new energy vehicles leaves hybrid and fuel cell. */
export const views: Views = {
  actions: [traceAction('vehicle')],
  follows: {
    from: ['plateNo'],
    say: ({ plateNo }) => ({ category: plateDrive(String(plateNo ?? '')) === 'electric' ? 'BEV' : null }),
  },
};

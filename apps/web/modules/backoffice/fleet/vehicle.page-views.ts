import { plateDrive } from '@voltloop/domain/checks/index.ts';
import type { PageViews } from '../../resources/index.ts';

/** The plate of a battery electric vehicle says so; that of other new energy vehicles leaves hybrid and fuel cell. */
export const pageViews: PageViews = {
  derived: {
    from: ['plateNo'],
    compute: ({ plateNo }) => ({ category: plateDrive(String(plateNo ?? '')) === 'electric' ? 'BEV' : null }),
  },
};

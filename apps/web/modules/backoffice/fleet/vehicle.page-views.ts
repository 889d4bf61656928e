import { plateDrive } from '@voltloop/domain/checks/index.ts';
import type { PageViews } from '../../resources/index.ts';

/** The plate of a battery electric vehicle implies that type; other new energy plates may be hybrid or fuel cell. */
export const pageViews: PageViews = {
  derived: {
    from: ['plateNo'],
    compute: ({ plateNo }) => ({ category: plateDrive(String(plateNo ?? '')) === 'electric' ? 'BEV' : null }),
  },
};

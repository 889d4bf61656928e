import { useQuery } from '@tanstack/react-query';
import { getSetup } from '@voltloop/contract/calls/accounts.ts';
import type { ReplyOf } from '@voltloop/contract/route.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useSetupInfo } from '../../context/setup-info.ts';
import styles from './home-page.module.css';

const REFETCH_MS = 5_000;

/** Notes that sums still grow while the demo's history is generated; polls until it is complete. */
export function DemoPast() {
  const { t } = useTranslation('home');
  const demo = useSetupInfo((state) => state.demo);
  const setup = useQuery<ReplyOf<typeof getSetup>>({
    queryKey: ['setup'],
    enabled: demo,
    staleTime: REFETCH_MS,
    refetchInterval: (query) => (query.state.data?.demo_past ? REFETCH_MS : false),
    queryFn: ({ signal }) => call(getSetup, { signal }),
    meta: { silent: true },
  });
  const past = setup.data?.demo_past;
  return (
    <div role="status">
      {past && <p className={styles.past}>{t('demoPast', { done: past.done, total: past.total })}</p>}
    </div>
  );
}

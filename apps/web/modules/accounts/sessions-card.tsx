import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet, IconTerminal2 } from '@tabler/icons-react';
import { endOtherSessions, endOwnSession, type OwnSession } from '@voltloop/contract/calls/self.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/errors.ts';
import {
  Card,
  ConfirmDialog,
  ErrorState,
  RelativeTime,
  SkeletonRows,
  StatusBadge,
  useFormat,
} from '../../ui/index.ts';
import { useMutation } from '../../ui/query/use-mutation.ts';
import { NO_VALUE } from '../../ui/text/format.ts';
import { toast } from '../../ui/toast/toast.ts';
import styles from './account-page.module.css';
import { type Agent, describeAgent } from './describe-agent.ts';
import { useOwnReload, useOwnSessions } from './own-queries.ts';

const icons: Record<Agent['kind'], typeof IconDeviceDesktop> = {
  computer: IconDeviceDesktop,
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  program: IconTerminal2,
};
/** Sessions shown before the rest is fetched. */
const FIRST = 6;

/** Active sessions of the account, with a button to end each of them. */
export function SessionsCard() {
  const { t } = useTranslation('account');
  const reload = useOwnReload();
  const { data: sessions, error, refetch } = useOwnSessions();
  const [all, setAll] = useState(false);
  const [asking, setAsking] = useState(false);
  const others = sessions?.filter((each) => !each.current).length ?? 0;
  // The current session comes first.
  const sorted = [...(sessions ?? [])].sort((a, b) => Number(b.current) - Number(a.current));
  const shown = all ? sorted : sorted.slice(0, FIRST);

  const endOthers = async () => {
    const { ended } = await call(endOtherSessions);
    toast.success({ ns: 'account', key: 'sessions.endedAll', values: { count: String(ended) } });
    await reload();
  };
  return (
    <Card
      title={t('sessions.title')}
      description={t('sessions.text')}
      tools={
        others > 0 && (
          <Button variant="default" size="xs" onClick={() => setAsking(true)}>
            {t('sessions.endAll')}
          </Button>
        )
      }
    >
      {!sessions &&
        (error ? <ErrorState error={error} onRetry={refetch} compact /> : <SkeletonRows rows={3} />)}
      {sessions && (
        <ul className={styles.rows}>
          {shown.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
      {sorted.length > FIRST && (
        <Button variant="subtle" size="xs" mt="sm" onClick={() => setAll(!all)}>
          {all ? t('sessions.fewer') : t('sessions.more', { count: sorted.length - FIRST })}
        </Button>
      )}
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('sessions.endAllTitle')}
        confirmLabel={t('sessions.endAll')}
        danger
        onConfirm={endOthers}
      >
        {t('sessions.endAllText', { count: others })}
      </ConfirmDialog>
    </Card>
  );
}

function SessionRow({ session }: { session: OwnSession }) {
  const { t } = useTranslation('account');
  const { date } = useFormat();
  const reload = useOwnReload();
  const agent = describeAgent(session.user_agent);
  const Icon = icons[agent.kind];
  const name = agent.browser
    ? agent.system
      ? t('sessions.on', { browser: agent.browser, system: agent.system })
      : agent.browser
    : t('sessions.program');
  const end = useMutation({
    mutationFn: async () => {
      try {
        await call(endOwnSession, { params: { id: session.id } });
      } catch (error) {
        // Already ended, which is the intended state.
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      }
      toast.success({ ns: 'account', key: 'sessions.ended' });
      await reload();
    },
  });
  return (
    <li className={styles.row}>
      <span className={styles.icon} aria-hidden="true">
        <Icon size={20} stroke={1.6} />
      </span>
      <div className={styles.text}>
        <h3 className={styles.rowTitle}>
          {name}
          {session.current && <StatusBadge tone="ok">{t('sessions.current')}</StatusBadge>}
        </h3>
        <p className={styles.rowText}>
          {session.ip ?? NO_VALUE} · {t('sessions.since')}{' '}
          <span title={date(session.begin_time, 'dateTimeSeconds')}>
            <RelativeTime time={session.begin_time} />
          </span>
          {session.way === 'code' && <> · {t('sessions.byCode')}</>}
          {session.way === 'oidc' && <> · {t('sessions.bySso')}</>}
        </p>
      </div>
      {!session.current && (
        <div className={styles.actions}>
          <Button
            variant="default"
            size="xs"
            loading={end.isPending}
            aria-label={t('sessions.endOf', { name })}
            onClick={() => end.mutate()}
          >
            {t('sessions.end')}
          </Button>
        </div>
      )}
    </li>
  );
}

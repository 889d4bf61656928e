import { Button } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { API_TOKENS_MAX, type ApiToken, revokeApiToken } from '@voltloop/contract/calls/api-tokens.ts';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/errors.ts';
import {
  Card,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  RelativeTime,
  SkeletonRows,
  useFormat,
} from '../../ui/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import styles from './account-page.module.css';
import { useApiTokens, useOwnReload } from './own-queries.ts';

const TokenDialog = lazy(() => import('./token-dialog.tsx'));

/** API tokens of the account with scope and last use; create and revoke. */
export function TokensCard() {
  const { t } = useTranslation('account');
  const reload = useOwnReload();
  const { data: tokens, error, refetch } = useApiTokens();
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiToken | null>(null);
  const full = (tokens?.length ?? 0) >= API_TOKENS_MAX;

  const revoke = async (token: ApiToken) => {
    try {
      await call(revokeApiToken, { params: { id: token.id } });
    } catch (thrown) {
      // Already revoked, which is the intended state.
      if (!(thrown instanceof ApiError && thrown.status === 404)) throw thrown;
    }
    toast.success({ ns: 'account', key: 'tokens.revoked' });
    await reload();
  };
  return (
    <Card
      title={t('tokens.title')}
      description={t(full ? 'tokens.full' : 'tokens.text', { count: API_TOKENS_MAX })}
      tools={
        tokens && (
          <Button variant="default" size="xs" disabled={full} onClick={() => setCreating(true)}>
            {t('tokens.create')}
          </Button>
        )
      }
    >
      {!tokens &&
        (error ? <ErrorState error={error} onRetry={refetch} compact /> : <SkeletonRows rows={2} />)}
      {tokens?.length === 0 && (
        <EmptyState
          compact
          icon={<IconPlugConnected size={22} stroke={1.6} />}
          title={t('tokens.none')}
          text={t('tokens.noneText')}
        />
      )}
      {tokens && tokens.length > 0 && (
        <ul className={styles.rows}>
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} onRevoke={() => setRevoking(token)} />
          ))}
        </ul>
      )}
      <Suspense>
        {creating && (
          <TokenDialog
            onClose={() => {
              setCreating(false);
              void reload();
            }}
          />
        )}
      </Suspense>
      <ConfirmDialog
        opened={revoking !== null}
        onClose={() => setRevoking(null)}
        title={t('tokens.revokeTitle', { name: revoking?.name ?? '' })}
        confirmLabel={t('tokens.revoke')}
        danger
        onConfirm={() => revoking && revoke(revoking)}
      >
        {t('tokens.revokeText')}
      </ConfirmDialog>
    </Card>
  );
}

function TokenRow({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  const { t } = useTranslation('account');
  const { date } = useFormat();
  const [family, ...more] = token.families;
  return (
    <li className={styles.row}>
      <span className={styles.icon} aria-hidden="true">
        <IconPlugConnected size={20} stroke={1.6} />
      </span>
      <div className={styles.text}>
        <h3 className={styles.rowTitle}>{token.name}</h3>
        <p className={styles.rowText}>
          {t(`tokens.scope.${token.scope}`)}
          {family && more.length === 0 && <> · {t(`tokens.family.${family}`)}</>} ·{' '}
          <span className={styles.phrase}>{t('tokens.until', { time: date(token.end_time, 'date') })}</span>
        </p>
        <p className={styles.rowText}>
          {token.last_time === null ? (
            t('tokens.unused')
          ) : (
            <>
              {t('tokens.used')}{' '}
              <span title={date(token.last_time, 'dateTimeSeconds')}>
                <RelativeTime time={token.last_time} />
              </span>
              {token.last_ip && <> · {token.last_ip}</>}
            </>
          )}
        </p>
      </div>
      <div className={styles.actions}>
        <Button
          variant="default"
          size="xs"
          aria-label={t('tokens.revokeOf', { name: token.name })}
          onClick={onRevoke}
        >
          {t('tokens.revoke')}
        </Button>
      </div>
    </li>
  );
}

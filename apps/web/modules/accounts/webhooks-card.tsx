import { Button } from '@mantine/core';
import { IconWebhook } from '@tabler/icons-react';
import {
  deleteWebhook,
  MAX_WEBHOOKS,
  resumeWebhook,
  testWebhook,
  type Webhook,
} from '@voltloop/contract/calls/webhooks.ts';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { languageOf } from '../../context/language-of.ts';
import {
  Card,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  RelativeTime,
  SkeletonRows,
  StatusBadge,
  useFormat,
} from '../../ui/index.ts';
import { useMutation } from '../../ui/query/use-mutation.ts';
import { toast } from '../../ui/toast/toast.ts';
import styles from './account-page.module.css';
import { useOwnReload, useWebhooks } from './own-queries.ts';

const WebhookDialog = lazy(() => import('./webhook-dialog.tsx'));

/** Webhooks of the tenant: where each sends, whether it works, and ways to add, test, resume and delete them. */
export function WebhooksCard() {
  const { t, i18n } = useTranslation('account');
  const reload = useOwnReload();
  const { data, error, refetch } = useWebhooks();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Webhook | null>(null);
  const full = (data?.list.length ?? 0) >= MAX_WEBHOOKS;
  const types = (data?.object_types ?? []).map(({ name, ...title }) => ({
    value: name,
    label: title[languageOf(i18n.language)],
  }));
  return (
    <Card
      title={t('webhooks.title')}
      description={t(full ? 'webhooks.full' : 'webhooks.text', { count: MAX_WEBHOOKS })}
      tools={
        data && (
          <Button variant="default" size="xs" disabled={full} onClick={() => setAdding(true)}>
            {t('webhooks.add')}
          </Button>
        )
      }
    >
      {!data && (error ? <ErrorState error={error} onRetry={refetch} compact /> : <SkeletonRows rows={2} />)}
      {data?.list.length === 0 && (
        <EmptyState
          compact
          icon={<IconWebhook size={22} stroke={1.6} />}
          title={t('webhooks.none')}
          text={t('webhooks.noneText')}
        />
      )}
      {data && data.list.length > 0 && (
        <ul className={styles.rows}>
          {data.list.map((each) => (
            <WebhookRow key={each.id} webhook={each} onRemove={() => setRemoving(each)} />
          ))}
        </ul>
      )}
      <Suspense>
        {adding && (
          <WebhookDialog
            types={types}
            onClose={() => {
              setAdding(false);
              void reload();
            }}
          />
        )}
      </Suspense>
      <ConfirmDialog
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        title={t('webhooks.removeTitle', { name: removing?.name ?? '' })}
        confirmLabel={t('webhooks.remove')}
        danger
        onConfirm={async () => {
          if (!removing) return;
          await call(deleteWebhook, { params: { id: removing.id } });
          toast.success({ ns: 'account', key: 'webhooks.removed' });
          await reload();
        }}
      >
        {t('webhooks.removeText')}
      </ConfirmDialog>
    </Card>
  );
}

function WebhookRow({ webhook, onRemove }: { webhook: Webhook; onRemove: () => void }) {
  const { t } = useTranslation('account');
  const { date } = useFormat();
  const reload = useOwnReload();
  const { id, name, delivered_time, stopped_time, failing_since, object_types } = webhook;
  const count = object_types.length;
  const wordsOf = (error: string) => t(`webhooks.error.${error}`, { defaultValue: error });
  const test = useMutation({
    mutationFn: () => call(testWebhook, { params: { id } }),
    onSuccess: ({ error }) => {
      if (error === null) toast.success({ ns: 'account', key: 'webhooks.testOk', values: { name } });
      else
        toast.warning({
          ns: 'account',
          key: 'webhooks.testFailed',
          values: { name, reason: wordsOf(error) },
        });
    },
  });
  const resume = useMutation({
    mutationFn: () => call(resumeWebhook, { params: { id } }),
    onSuccess: () => {
      toast.success({ ns: 'account', key: 'webhooks.resumed', values: { name } });
      return reload();
    },
  });
  const action = stopped_time === null ? test : resume;
  return (
    <li className={styles.row}>
      <span className={styles.icon} aria-hidden="true">
        <IconWebhook size={20} stroke={1.6} />
      </span>
      <div className={styles.text}>
        <h3 className={styles.rowTitle}>
          {name}{' '}
          {stopped_time !== null ? (
            <StatusBadge tone="danger">{t('webhooks.stopped')}</StatusBadge>
          ) : (
            failing_since !== null && <StatusBadge tone="warning">{t('webhooks.failing')}</StatusBadge>
          )}
        </h3>
        <p className={styles.rowText}>
          {hostOf(webhook.url)} · {count === 0 ? t('webhooks.allTypes') : t('webhooks.someTypes', { count })}
        </p>
        <p className={styles.rowText}>
          {webhook.error !== null && <>{t('webhooks.reason', { reason: wordsOf(webhook.error) })} </>}
          {delivered_time === null ? (
            t('webhooks.never')
          ) : (
            <>
              {t('webhooks.delivered')}{' '}
              <span title={date(delivered_time, 'dateTimeSeconds')}>
                <RelativeTime time={delivered_time} />
              </span>
            </>
          )}
        </p>
      </div>
      <div className={styles.actions}>
        <Button
          variant="default"
          size="xs"
          loading={test.isPending || resume.isPending}
          aria-label={t(stopped_time === null ? 'webhooks.testOf' : 'webhooks.resumeOf', { name })}
          onClick={() => action.mutate()}
        >
          {t(stopped_time === null ? 'webhooks.test' : 'webhooks.resume')}
        </Button>
        <Button variant="subtle" size="xs" aria-label={t('webhooks.removeOf', { name })} onClick={onRemove}>
          {t('webhooks.remove')}
        </Button>
      </div>
    </li>
  );
}

/** The host only: an address may hold a key. */
const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url);

import { Button, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { addFirmwareKey, type FirmwareKey, revokeFirmwareKey } from '@voltloop/contract/calls/firmware.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useAccount } from '../../context/use-account.ts';
import { TextAreaField, TextField } from '../../ui/form/fields.tsx';
import { Form } from '../../ui/form/form.tsx';
import { ConfirmDialog, Dialog, EmptyState, RelativeTime } from '../../ui/index.ts';
import jobsStyles from '../../ui/jobs/jobs.module.css';
import { QueryState } from '../../ui/states/query-state.tsx';
import { firmwareKey, keys } from './queries.ts';
import styles from './upgrade.module.css';

/** The trusted signing keys; the main account adds and revokes them. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('firmware');
  const client = useQueryClient();
  const { tenantId, roleId } = useAccount();
  const found = useQuery(keys(tenantId));
  const [round, setRound] = useState(0);
  const [revoking, setRevoking] = useState<FirmwareKey | null>(null);
  const invalidate = () => client.invalidateQueries({ queryKey: firmwareKey(tenantId) });
  return (
    <Dialog opened onClose={onClose} size="lg" title={t('keys.title')}>
      <Text size="sm" c="var(--vl-ink-2)" mb="md">
        {t('keys.text')}
      </Text>
      <QueryState of={found} rows={2}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState compact title={t('keys.none')} text={t('keys.noneText')} />
          ) : (
            <ul className={styles.history}>
              {list.map((key) => (
                <li key={key.id}>
                  <div className={jobsStyles.head}>
                    <strong>{key.name}</strong>
                    <span className={styles.muted}>
                      {key.created_by && `${key.created_by} · `}
                      <RelativeTime time={key.created_at} />
                    </span>
                    {roleId === 0 && (
                      <span className={styles.itemActions}>
                        <Button
                          size="compact-sm"
                          variant="default"
                          aria-label={t('keys.revokeOf', { name: key.name })}
                          onClick={() => setRevoking(key)}
                        >
                          {t('keys.revoke')}
                        </Button>
                      </span>
                    )}
                  </div>
                  <code className={styles.keyText}>{key.public_key}</code>
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
      {roleId === 0 && (
        <div className={styles.addKey}>
          <h3>{t('keys.add')}</h3>
          <Form
            key={round}
            schema={addFirmwareKey.body!}
            initial={{ name: '', public_key: '' }}
            label={t('keys.add')}
            submitLabel={t('keys.add')}
            onSubmit={async (body) => {
              await call(addFirmwareKey, { params: { tenantId }, body });
              await invalidate();
              setRound((now) => now + 1);
            }}
          >
            <TextField name="name" label={t('keys.name')} maxLength={60} required />
            <TextAreaField
              name="public_key"
              label={t('keys.publicKey')}
              description={t('keys.publicKeyHint')}
              rows={4}
              maxLength={1000}
              spellCheck={false}
              classNames={{ input: styles.code }}
              required
            />
          </Form>
        </div>
      )}
      <ConfirmDialog
        opened={revoking !== null}
        onClose={() => setRevoking(null)}
        title={t('keys.revokeTitle', { name: revoking?.name ?? '' })}
        confirmLabel={t('keys.revoke')}
        danger
        onConfirm={async () => {
          if (!revoking) return;
          await call(revokeFirmwareKey, { params: { tenantId, id: revoking.id } });
          await invalidate();
        }}
      >
        {t('keys.revokeText')}
      </ConfirmDialog>
    </Dialog>
  );
}

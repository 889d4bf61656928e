import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { bindThings, unbindThingsPost } from '@voltloop/contract/calls/things.ts';
import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { Dialog, ErrorWords, Failure, useFormat } from '../../../ui/index.ts';
import { AccountPicker, type PickedAccount } from '../../accounts/index.ts';
import styles from './device-list.module.css';

interface BindDialogProps {
  mode: 'bind' | 'unbind';
  /** The selected devices; null while closed. */
  devids: readonly string[] | null;
  tenantId: string;
  roleId: number;
  onClose: () => void;
}

interface Outcome {
  changed: number;
  results: readonly { devid: string; changed: number }[];
}

/** Binds devices to accounts, or ends their bindings: all or none, with the changes per device. */
export function BindDialog({ mode, devids, tenantId, roleId, onClose }: BindDialogProps) {
  const { t } = useTranslation('devices');
  return (
    <Dialog opened={devids !== null} onClose={onClose} title={t(`${mode}.title`)}>
      {devids && (
        <BindForm mode={mode} devids={devids} tenantId={tenantId} roleId={roleId} onClose={onClose} />
      )}
    </Dialog>
  );
}

/** Number of devices named in the text; further ones are only counted. */
const NAMED = 3;

function BindForm({
  mode,
  devids,
  tenantId,
  roleId,
  onClose,
}: BindDialogProps & { devids: readonly string[] }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const client = useQueryClient();
  const describe = useContext(ErrorWords);
  const [accounts, setAccounts] = useState<PickedAccount[]>([]);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  const run = async () => {
    setBusy(true);
    setError('');
    const options = {
      params: { tenantId },
      query: { userIds: accounts.map((account) => account.id).join(',') },
      body: [...devids],
    };
    try {
      if (mode === 'bind') {
        const { bound, results } = await call(bindThings, options);
        setOutcome({ changed: bound, results });
      } else {
        const { unbound, results } = await call(unbindThingsPost, options);
        setOutcome({ changed: unbound, results });
      }
      for (const key of ['things', 'thing', 'bindings']) void client.invalidateQueries({ queryKey: [key] });
    } catch (failure) {
      setError(describe(failure));
    } finally {
      setBusy(false);
    }
  };

  const names = devids.slice(0, NAMED).join(', ');
  const more = devids.length - NAMED;
  if (outcome) {
    const same = outcome.results.filter((result) => result.changed === 0);
    return (
      <>
        <Text role="status">
          {t(`${mode}.done`, { count: outcome.changed, n: format.number(outcome.changed) })}
        </Text>
        {same.length > 0 && (
          <details className={styles.details}>
            <summary>{t(`${mode}.same`, { count: same.length, n: format.number(same.length) })}</summary>
            <p>{same.map((result) => result.devid).join(', ')}</p>
          </details>
        )}
        <Group justify="flex-end" mt="lg">
          <Button onClick={onClose} data-autofocus>
            {t('close')}
          </Button>
        </Group>
      </>
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (accounts.length > 0 && !busy) void run();
      }}
    >
      <Text size="sm" c="var(--vl-ink-2)" mb="sm">
        {t('devices', { count: devids.length, n: format.number(devids.length) })}: {names}
        {more > 0 && ` ${t('andMore', { count: more, n: format.number(more) })}`}
      </Text>
      <AccountPicker
        label={t(`${mode}.accounts`)}
        description={t(`${mode}.hint`)}
        value={accounts}
        onChange={setAccounts}
        multiple
        withSelf={roleId !== 0}
        except={(account) => account.kind === 'main' || account.kind === 'staff'}
      />
      {mode === 'unbind' && roleId !== 0 && (
        <Text size="sm" c="var(--vl-ink-2)" mt="sm">
          {t('unbind.ownLoss')}
        </Text>
      )}
      <Failure text={error} mt="sm" />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose} disabled={busy}>
          {t('cancel')}
        </Button>
        <Button
          type="submit"
          color={mode === 'unbind' ? 'red.9' : undefined}
          loading={busy}
          disabled={accounts.length === 0}
        >
          {t(`${mode}.submit`)}
        </Button>
      </Group>
    </form>
  );
}

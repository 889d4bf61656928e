import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { User } from '@voltloop/contract';
import { moveUser } from '@voltloop/contract/calls/users.ts';
import { mayBeBelow } from '@voltloop/contract/roles.ts';
import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useAccount } from '../../context/use-account.ts';
import styles from '../../ui/dialog/dialogs.module.css';
import { Dialog, ErrorWords, Failure } from '../../ui/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { usersChanged } from './queries.ts';
import { type TreeChoice, UsersTree } from './users-tree.tsx';

interface MoveDialogProps {
  opened: boolean;
  onClose: () => void;
  user: User;
}

/** Moves an account with its subtree below another one chosen in the tree. */
export default function MoveDialog({ opened, onClose, user }: MoveDialogProps) {
  const { t } = useTranslation('users');
  const [busy, setBusy] = useState(false);
  return (
    <Dialog opened={opened} onClose={onClose} title={t('move.title', { name: user.name })} closable={!busy}>
      <MoveForm user={user} onClose={onClose} busy={busy} setBusy={setBusy} />
    </Dialog>
  );
}

interface MoveFormProps extends Omit<MoveDialogProps, 'opened'> {
  busy: boolean;
  setBusy: (busy: boolean) => void;
}

function MoveForm({ user, onClose, busy, setBusy }: MoveFormProps) {
  const { t } = useTranslation(['users', 'ui']);
  const me = useAccount();
  const client = useQueryClient();
  const words = useContext(ErrorWords);
  const [to, setTo] = useState<TreeChoice | null>(null);
  const [error, setError] = useState('');
  const move = async () => {
    if (!to || busy) return;
    setBusy(true);
    setError('');
    try {
      await call(moveUser, { params: { tenantId: me.tenantId, id: user.id }, body: { parent_id: to.id } });
      toast.success({ ns: 'users', key: 'move.done', values: { name: user.name, parent: to.name } });
      await usersChanged(client);
      onClose();
    } catch (thrown) {
      setError(words(thrown));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <p className={styles.text}>{t('move.text')}</p>
      <div className={styles.tree}>
        <UsersTree
          label={t('move.tree')}
          tenantId={me.tenantId}
          rootId={me.id}
          selected={to?.id ?? user.parent_id}
          isDisabled={(node) => node.id === user.id || !mayBeBelow(user.kind, node.kind)}
          onSelect={(node) => setTo(node.id === user.parent_id ? null : node)}
        />
      </div>
      <Text size="sm" c="var(--vl-ink-2)" role="status">
        {to
          ? t('move.chosen', { name: user.name, parent: to.name })
          : t('move.none', { parent: user.parent_name ?? '' })}
      </Text>
      <Failure text={error} mt="sm" />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose} disabled={busy}>
          {t('confirm.cancel', { ns: 'ui' })}
        </Button>
        <Button onClick={() => void move()} disabled={!to} loading={busy}>
          {t('move.submit')}
        </Button>
      </Group>
    </>
  );
}

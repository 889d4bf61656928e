import { Button, Group } from '@mantine/core';
import type { User } from '@voltloop/contract';
import { useTranslation } from 'react-i18next';
import styles from '../../ui/dialog/dialogs.module.css';
import { Dialog, useFormat } from '../../ui/index.ts';

interface DeleteDialogProps {
  opened: boolean;
  users: readonly User[];
  onClose: () => void;
  onDelete: (deletable: readonly User[]) => void;
}

/** Explains which accounts cannot be deleted and what to do about it; the others can be deleted. */
export function DeleteDialog({ opened, users, onClose, onDelete }: DeleteDialogProps) {
  const { t } = useTranslation(['users', 'ui']);
  const format = useFormat();
  const blocked = users.filter((user) => user.children_total > 0 || user.things_total > 0);
  const deletable = users.filter((user) => !blocked.includes(user));
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t(users.length === 1 ? 'delete.heldTitle' : 'delete.heldTitleMany', {
        name: users[0]?.name ?? '',
      })}
    >
      <p className={styles.text}>{t('delete.rule')}</p>
      <ul className={styles.list}>
        {blocked.slice(0, 50).map((user) => (
          <li key={user.id}>
            <strong>{user.name}</strong>
            <span className={styles.held}>
              {[
                user.children_total > 0 &&
                  t('card.children', {
                    count: user.children_total,
                    total: format.number(user.children_total),
                  }),
                user.things_total > 0 &&
                  t('card.things', { count: user.things_total, total: format.number(user.things_total) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t(deletable.length > 0 ? 'confirm.cancel' : 'close', { ns: 'ui' })}
        </Button>
        {deletable.length > 0 && (
          <Button color="red.9" onClick={() => onDelete(deletable)}>
            {t('delete.rest', { count: deletable.length, total: format.number(deletable.length) })}
          </Button>
        )}
      </Group>
    </Dialog>
  );
}

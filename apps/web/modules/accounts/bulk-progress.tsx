import { Button, Group, Progress } from '@mantine/core';
import { useContext, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../../ui/dialog/dialogs.module.css';
import { Dialog, ErrorWords, useFormat } from '../../ui/index.ts';
import { clearRefused, useBulkWork } from './bulk-work.ts';

/** Progress of a bulk operation, then the refused accounts with their reasons. */
export function BulkProgress() {
  const { t } = useTranslation(['users', 'ui']);
  const format = useFormat();
  const describe = useContext(ErrorWords);
  const { running, refused } = useBulkWork();
  // A closing dialog keeps its content until it has faded.
  const [last, setLast] = useState(refused);
  if (refused.length > 0 && refused !== last) setLast(refused);
  useEffect(() => clearRefused, []);
  const text =
    running &&
    t(`${running.kind}.doing`, { done: format.number(running.done), total: format.number(running.total) });
  return (
    <>
      {running && (
        <div className={styles.progress}>
          <span>{text}</span>
          <Progress
            value={(100 * running.done) / running.total}
            aria-label={t(`action.${running.kind}`)}
            size="sm"
          />
        </div>
      )}
      <Dialog
        opened={refused.length > 0}
        onClose={clearRefused}
        title={t('bulk.title', { count: last.length, total: format.number(last.length) })}
      >
        <p className={styles.text}>{t('bulk.text')}</p>
        <ul className={styles.list}>
          {last.map(({ item, error }) => (
            <li key={item.id}>
              <strong>{item.name}</strong>
              <span className={styles.held}>{describe(error)}</span>
            </li>
          ))}
        </ul>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={clearRefused} data-autofocus>
            {t('close', { ns: 'ui' })}
          </Button>
        </Group>
      </Dialog>
    </>
  );
}

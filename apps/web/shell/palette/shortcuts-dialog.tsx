import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/index.ts';
import { commandKey } from '../shortcuts.ts';
import { closeOverlays } from './overlay-state.ts';
import styles from './palette.module.css';

/** The list of keyboard shortcuts, opened by the key `?`. */
export default function ShortcutsDialog({ opened }: { opened: boolean }) {
  const { t } = useTranslation('palette');
  const command = commandKey().trim();
  const rows: [string[], string][] = [
    [[command, 'K'], t('keys.palette')],
    [['/'], t('keys.search')],
    [['Alt', 'S'], t('keys.scan')],
    [[command, 'S'], t('keys.save')],
    [[command, 'Z'], t('keys.undo')],
    [['?'], t('keys.list')],
    [['Esc'], t('keys.close')],
    [['↑', '↓'], t('keys.rows')],
    [['Enter'], t('keys.open')],
    [['Delete'], t('keys.closeTab')],
  ];
  return (
    <Dialog opened={opened} onClose={closeOverlays} title={t('keys.title')} size="sm">
      <dl className="plain">
        {rows.map(([keys, what]) => (
          <div key={what} className={styles.keyRow}>
            <dt>
              {keys.map((key) => (
                <kbd key={key} className={styles.kbd}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.keysNote}>{t('keys.note')}</p>
    </Dialog>
  );
}

import { ConfirmDialog, Dialog } from '@voltloop/ui';
import { useTranslation } from 'react-i18next';
import { NameForm } from './name-form.tsx';
import styles from './saved-views.module.css';
import type { SavedViewsOfList } from './use-saved-views.ts';
import type { Asking } from './views-menu.tsx';

interface ViewDialogsProps {
  list: SavedViewsOfList;
  asking: Asking | null;
  onClose: () => void;
}

/** The dialogs that save, rename and delete a view. */
export default function ViewDialogs({ list, asking, onClose }: ViewDialogsProps) {
  const { t } = useTranslation('list');
  const { here } = list;
  return (
    <>
      <Dialog opened={asking?.what === 'save'} onClose={onClose} title={t('views.saveTitle')}>
        <p className={styles.text}>{t('views.saveText')}</p>
        <NameForm
          initial={here && !here.own ? here.name : ''}
          label={t('views.name')}
          submitLabel={t('views.save')}
          onCancel={onClose}
          onSubmit={async (name) => {
            await list.save(name);
            onClose();
          }}
        />
      </Dialog>
      <Dialog opened={asking?.what === 'rename'} onClose={onClose} title={t('views.renameTitle')}>
        <NameForm
          initial={asking?.what === 'rename' ? asking.view.name : ''}
          label={t('views.name')}
          submitLabel={t('views.renameSubmit')}
          onCancel={onClose}
          onSubmit={async (name) => {
            if (asking?.what !== 'rename') return;
            await list.rename(asking.view, name);
            onClose();
          }}
        />
      </Dialog>
      <ConfirmDialog
        opened={asking?.what === 'delete'}
        onClose={onClose}
        title={t('views.deleteTitle')}
        confirmLabel={t('views.deleteConfirm')}
        danger
        onConfirm={async () => {
          if (asking?.what !== 'delete') return;
          await list.remove(asking.view);
        }}
      >
        {t('views.deleteText', { name: asking?.what === 'delete' ? asking.view.name : '' })}
      </ConfirmDialog>
    </>
  );
}

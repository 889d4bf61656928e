import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx';
import { Dialog } from '../dialog/dialog.tsx';
import { NameForm } from './name-form.tsx';
import styles from './saved-views.module.css';
import type { SavedViewsOfList } from './use-saved-views.ts';
import type { ViewDialog } from './views-menu.tsx';

interface ViewDialogsProps {
  list: SavedViewsOfList;
  openDialog: ViewDialog | null;
  onClose: () => void;
}

/** The dialogs that save, rename and delete a view. */
export default function ViewDialogs({ list, openDialog, onClose }: ViewDialogsProps) {
  const { t } = useTranslation('list');
  const { here } = list;
  return (
    <>
      <Dialog opened={openDialog?.what === 'save'} onClose={onClose} title={t('views.saveTitle')}>
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
      <Dialog opened={openDialog?.what === 'rename'} onClose={onClose} title={t('views.renameTitle')}>
        <NameForm
          initial={openDialog?.what === 'rename' ? openDialog.view.name : ''}
          label={t('views.name')}
          submitLabel={t('views.renameSubmit')}
          onCancel={onClose}
          onSubmit={async (name) => {
            if (openDialog?.what !== 'rename') return;
            await list.rename(openDialog.view, name);
            onClose();
          }}
        />
      </Dialog>
      <ConfirmDialog
        opened={openDialog?.what === 'delete'}
        onClose={onClose}
        title={t('views.deleteTitle')}
        confirmLabel={t('views.deleteConfirm')}
        danger
        onConfirm={async () => {
          if (openDialog?.what !== 'delete') return;
          await list.remove(openDialog.view);
        }}
      >
        {t('views.deleteText', { name: openDialog?.what === 'delete' ? openDialog.view.name : '' })}
      </ConfirmDialog>
    </>
  );
}

import type { SavedView } from '@voltloop/contract/calls/preferences.ts';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../dialog/dialog.tsx';
import { copyText } from '../text/copy-text.ts';
import { toast } from '../toast/toast.ts';
import { useLast } from '../use-last.ts';
import styles from './saved-views.module.css';
import { type SavedViewsProps, useSavedViews } from './use-saved-views.ts';
import { type ViewDialog, ViewsMenu } from './views-menu.tsx';

/** Loaded when a view is saved, renamed or deleted. */
const ViewDialogs = lazy(() => import('./view-dialogs.tsx'));

/** The button with an account's saved views of a list: open, save, rename, share as a link, make default, delete. */
export function SavedViews(props: SavedViewsProps) {
  const { t } = useTranslation('list');
  const list = useSavedViews(props);
  const [openDialog, setOpenDialog] = useState<ViewDialog | null>(null);
  const last = useLast(openDialog);
  const [link, setLink] = useState<string | null>(null);
  const share = async (view: SavedView) => {
    const address = `${window.location.origin}${window.location.pathname}?view=${view.id}`;
    if (await copyText(address)) toast.success({ ns: 'list', key: 'views.linkCopied' });
    else setLink(address);
  };
  return (
    <>
      <ViewsMenu list={list} onOpenDialog={setOpenDialog} onShare={(view) => void share(view)} />
      {last && (
        <Suspense>
          <ViewDialogs list={list} openDialog={openDialog} onClose={() => setOpenDialog(null)} />
        </Suspense>
      )}
      <Dialog opened={link !== null} onClose={() => setLink(null)} title={t('views.linkTitle')}>
        <input
          className={styles.link}
          readOnly
          value={link ?? ''}
          aria-label={t('views.linkTitle')}
          onFocus={(event) => event.currentTarget.select()}
        />
      </Dialog>
    </>
  );
}

import type { SavedView } from '@voltloop/contract/calls/preferences.ts';
import { Dialog } from '@voltloop/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../copy-text.ts';
import { toast } from '../toast.ts';
import styles from './saved-views.module.css';
import { type SavedViewsProps, useSavedViews } from './use-saved-views.ts';
import { ViewDialogs } from './view-dialogs.tsx';
import { type Asking, ViewsMenu } from './views-menu.tsx';

/** The button with the views an account has saved of a list: open, save, rename, share by link, open first, delete. */
export function SavedViews(props: SavedViewsProps) {
  const { t } = useTranslation('list');
  const list = useSavedViews(props);
  const [asking, setAsking] = useState<Asking | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const share = async (view: SavedView) => {
    const address = `${window.location.origin}${window.location.pathname}?view=${view.id}`;
    if (await copyText(address)) toast.success({ ns: 'list', key: 'views.linkCopied' });
    else setLink(address);
  };
  return (
    <>
      <ViewsMenu list={list} onAsk={setAsking} onShare={(view) => void share(view)} />
      <ViewDialogs list={list} asking={asking} onClose={() => setAsking(null)} />
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

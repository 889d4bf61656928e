import { Button, Menu } from '@mantine/core';
import {
  IconBookmark,
  IconCheck,
  IconDeviceFloppy,
  IconLink,
  IconPencil,
  IconPlus,
  IconRefresh,
  IconStar,
  IconStarOff,
  IconTrash,
} from '@tabler/icons-react';
import type { SavedView } from '@voltloop/contract/calls/preferences.ts';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../toast/notify-error.ts';
import styles from './saved-views.module.css';
import type { SavedViewsOfList } from './use-saved-views.ts';

/** Which dialog is open: save, rename or delete. */
export type ViewDialog = { what: 'save' } | { what: 'rename' | 'delete'; view: SavedView };

interface ViewsMenuProps {
  list: SavedViewsOfList;
  onOpenDialog: (dialog: ViewDialog) => void;
  onShare: (view: SavedView) => void;
}

/** The button with the name of the open view, and its menu. */
export function ViewsMenu({ list, onOpenDialog, onShare }: ViewsMenuProps) {
  const { t } = useTranslation('list');
  const { views, here, first, changed } = list;
  const run = (work: () => Promise<unknown>) => work().catch(notifyError);
  return (
    <Menu position="bottom-end" width={280} shadow="md">
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconBookmark size={15} stroke={1.8} />}
          className={styles.button}
        >
          <span className={styles.current}>{here?.name ?? t('views.button')}</span>
          {changed && <span className={styles.changed}>{t('views.changed')}</span>}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          aria-current={!here || undefined}
          leftSection={here ? <span className={styles.blank} /> : <IconCheck size={15} />}
          onClick={list.leave}
        >
          {t('views.none')}
        </Menu.Item>
        <Menu.Label>{t('views.mine')}</Menu.Label>
        {views.isError && !views.data && (
          <Menu.Item
            leftSection={<IconRefresh size={15} />}
            closeMenuOnClick={false}
            onClick={() => void views.refetch()}
          >
            {t('views.failed')}
          </Menu.Item>
        )}
        {views.data?.length === 0 && <p className={styles.empty}>{t('views.empty')}</p>}
        <div className={styles.list}>
          {views.data?.map((view) => (
            <Menu.Item
              key={view.id}
              aria-current={here?.id === view.id || undefined}
              leftSection={here?.id === view.id ? <IconCheck size={15} /> : <span className={styles.blank} />}
              rightSection={
                view.is_default && (
                  <span title={t('views.isDefault')}>
                    <IconStar size={14} aria-label={t('views.isDefault')} />
                  </span>
                )
              }
              onClick={() => list.open(view)}
            >
              {view.name}
            </Menu.Item>
          ))}
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<IconPlus size={15} />} onClick={() => onOpenDialog({ what: 'save' })}>
          {t('views.saveNew')}
        </Menu.Item>
        {here && (
          <>
            {here.own && changed && (
              <Menu.Item
                leftSection={<IconDeviceFloppy size={15} />}
                onClick={() => void run(() => list.save(here.name))}
              >
                {t('views.update', { name: here.name })}
              </Menu.Item>
            )}
            <Menu.Item leftSection={<IconLink size={15} />} onClick={() => onShare(here)}>
              {t('views.copyLink')}
            </Menu.Item>
            {here.own && (
              <>
                <Menu.Item
                  leftSection={<IconPencil size={15} />}
                  onClick={() => onOpenDialog({ what: 'rename', view: here })}
                >
                  {t('views.rename')}
                </Menu.Item>
                <Menu.Item
                  leftSection={first?.id === here.id ? <IconStarOff size={15} /> : <IconStar size={15} />}
                  onClick={() => void run(() => list.toggleFirst(here))}
                >
                  {t(first?.id === here.id ? 'views.noDefault' : 'views.makeDefault')}
                </Menu.Item>
                <Menu.Item
                  data-danger
                  leftSection={<IconTrash size={15} />}
                  onClick={() => onOpenDialog({ what: 'delete', view: here })}
                >
                  {t('views.delete')}
                </Menu.Item>
              </>
            )}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

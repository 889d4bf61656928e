import { Button, Menu } from '@mantine/core';
import { IconAlertTriangle, IconArrowRight, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { localized } from './fields.ts';
import linkStyles from './link-button.module.css';
import { editPath, type Loaded } from './loaded.ts';
import { isOpen, type RowRequest } from './row-actions.tsx';
import type { RowButton, RowButtons } from './row-buttons.ts';
import { useAct } from './use-act.ts';
import type { Rights } from './use-rights.ts';
import type { Row } from './views.ts';

interface RowToolsProps {
  loaded: Loaded;
  row: Row;
  may: Rights;
  buttons: RowButtons;
  onRequest: (request: RowRequest) => void;
}

/** The buttons of a row's page: the primary one, edit, and a menu with all others. */
export function RowTools({ loaded: { resource }, row, may, buttons, onRequest }: RowToolsProps) {
  const { t, i18n } = useTranslation('backoffice');
  const act = useAct(onRequest);
  const title = String(row[resource.title] ?? '');
  const of = { ids: [row.id], title };
  const { first, second, others, destructive } = buttons;
  const open = isOpen(resource, row);
  const mayEdit = may.update && open;
  const mayDelete = may.delete && open;
  const press = (button: RowButton) =>
    button.kind === 'step'
      ? onRequest({ what: 'step', name: button.name, ...of })
      : act(button.action, [row], title);
  const shown = (button: RowButton, variant: 'filled' | 'default') => {
    const Icon = button.kind === 'action' ? button.action.Icon : undefined;
    return (
      <Button
        key={button.name}
        size="sm"
        variant={variant}
        leftSection={Icon && <Icon size={16} stroke={1.8} />}
        onClick={() => press(button)}
      >
        {localized(button.label, i18n.language)}
      </Button>
    );
  };
  const item = (button: RowButton, red: boolean) => {
    const Icon =
      (button.kind === 'action' ? button.action.Icon : undefined) ??
      (red ? IconAlertTriangle : button.kind === 'step' ? IconArrowRight : undefined);
    return (
      <Menu.Item
        key={button.name}
        data-danger={red || undefined}
        leftSection={Icon && <Icon size={15} />}
        onClick={() => press(button)}
      >
        {localized(button.label, i18n.language)}
      </Menu.Item>
    );
  };
  const hasDestructive = destructive.length > 0 || mayDelete;
  return (
    <>
      {first && shown(first, 'filled')}
      {second && shown(second, 'default')}
      {mayEdit && (
        <Button
          size="sm"
          variant={first ? 'default' : 'filled'}
          className={linkStyles.button}
          component={Link}
          to={editPath(resource.name, row.id)}
          leftSection={<IconPencil size={16} stroke={1.8} />}
        >
          {t('menu.edit')}
        </Button>
      )}
      {(others.length > 0 || hasDestructive) && (
        <Menu position="bottom-end" width={200} shadow="md">
          <Menu.Target>
            <Button
              size="sm"
              variant="default"
              px={8}
              aria-label={t('menu.of', { title: title || localized(resource.one, i18n.language) })}
            >
              <IconDots size={18} stroke={1.8} aria-hidden="true" />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map((button) => item(button, false))}
            {others.length > 0 && hasDestructive && <Menu.Divider />}
            {destructive.map((button) => item(button, true))}
            {mayDelete && (
              <Menu.Item
                data-danger
                leftSection={<IconTrash size={15} />}
                onClick={() => onRequest({ what: 'delete', ...of })}
              >
                {t('menu.delete')}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}

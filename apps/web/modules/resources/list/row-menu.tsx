import { Menu } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowRight,
  IconExternalLink,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { RowMenu } from '../../../ui/list/row-menu.tsx';
import { localized } from '../fields.ts';
import { editPath, type Loaded, rowPath } from '../loaded.ts';
import { isOpen, type RowRequest, stepsFrom } from '../row-actions.tsx';
import { useAct } from '../use-act.ts';
import { useRights } from '../use-rights.ts';
import type { Row } from '../views.ts';

interface ResourceMenuProps {
  loaded: Loaded;
  row: Row;
  /** Whether Tab reaches the button: only in the focused row. */
  active: boolean;
  onRequest: (request: RowRequest) => void;
}

export function ResourceMenu({ active, ...of }: ResourceMenuProps) {
  const { t, i18n } = useTranslation('backoffice');
  const { resource } = of.loaded;
  // A draft has no number yet.
  const title = String(of.row[resource.title] || localized(resource.one, i18n.language));
  return (
    <RowMenu label={t('menu.of', { title })} active={active} width={200}>
      {() => <Items {...of} />}
    </RowMenu>
  );
}

/** The menu entries that the server allows this account. */
function Items({ loaded, row, onRequest }: Omit<ResourceMenuProps, 'active'>) {
  const { t, i18n } = useTranslation('backoffice');
  const navigate = useNavigate();
  const { resource, views } = loaded;
  const may = useRights(resource);
  const act = useAct(onRequest);
  const open = isOpen(resource, row);
  const title = String(row[resource.title] ?? '');
  const actions = (views.actions ?? []).filter(
    ({ at, right, when }) =>
      at.includes('row') && (right === undefined || may.has(right)) && (!when || when(row)),
  );
  const steps = stepsFrom(resource, row, may);
  const daily = steps.filter(([, step]) => !step.danger);
  const destructive = steps.filter(([, step]) => step.danger);
  const of = { ids: [row.id], title };
  return (
    <>
      <Menu.Item
        leftSection={<IconExternalLink size={15} />}
        onClick={() => navigate(rowPath(resource.name, row.id))}
      >
        {t('menu.open')}
      </Menu.Item>
      {may.update && open && (
        <Menu.Item
          leftSection={<IconPencil size={15} />}
          onClick={() => navigate(editPath(resource.name, row.id))}
        >
          {t('menu.edit')}
        </Menu.Item>
      )}
      {(daily.length > 0 || actions.length > 0) && <Menu.Divider />}
      {daily.map(([name, step]) => (
        <Menu.Item
          key={name}
          leftSection={<IconArrowRight size={15} />}
          onClick={() => onRequest({ what: 'step', name, ...of })}
        >
          {localized(step.label, i18n.language)}
        </Menu.Item>
      ))}
      {actions.map((action) => (
        <Menu.Item
          key={action.id}
          leftSection={action.Icon && <action.Icon size={15} />}
          onClick={() => act(action, [row], title)}
        >
          {localized(action.label, i18n.language)}
        </Menu.Item>
      ))}
      {(destructive.length > 0 || (may.delete && open)) && <Menu.Divider />}
      {destructive.map(([name, step]) => (
        <Menu.Item
          key={name}
          data-danger
          leftSection={<IconAlertTriangle size={15} />}
          onClick={() => onRequest({ what: 'step', name, ...of })}
        >
          {localized(step.label, i18n.language)}
        </Menu.Item>
      ))}
      {may.delete && open && (
        <Menu.Item
          data-danger
          leftSection={<IconTrash size={15} />}
          onClick={() => onRequest({ what: 'delete', ...of })}
        >
          {t('menu.delete')}
        </Menu.Item>
      )}
    </>
  );
}

import { Button, Menu } from '@mantine/core';
import { IconArrowRight, IconTrash } from '@tabler/icons-react';
import { rightOfStep } from '@voltloop/resource-kit';
import { useTranslation } from 'react-i18next';
import { localized } from '../fields.ts';
import type { Loaded } from '../loaded.ts';
import { type RowRequest, stepsFrom } from '../row-actions.tsx';
import { useAct } from '../use-act.ts';
import { useRights } from '../use-rights.ts';
import type { Row } from '../views.ts';

/** Actions on all selected rows at once. */
export function SelectionButtons({
  loaded,
  chosen,
  onRequest,
}: {
  loaded: Loaded;
  chosen: ReadonlyMap<string, Row>;
  onRequest: (request: RowRequest) => void;
}) {
  const { t, i18n } = useTranslation('backoffice');
  const { resource, views } = loaded;
  const may = useRights(resource);
  const act = useAct(onRequest);
  const ids = [...chosen.keys()];
  const rows = [...chosen.values()];
  // Steps with input are excluded: the input differs per row.
  const steps = Object.entries(resource.life?.steps ?? {}).filter(
    ([, step]) => !step.input && may.has(rightOfStep(resource, step)),
  );
  const common = steps.filter(([name]) =>
    rows.every((row) => stepsFrom(resource, row, may).some(([each]) => each === name)),
  );
  const actions = (views.actions ?? []).filter(
    ({ at, right, when }) =>
      at.includes('selection') && (right === undefined || may.has(right)) && (!when || rows.every(when)),
  );
  return (
    <>
      {steps.length > 0 && (
        <Menu position="top-end" shadow="md">
          <Menu.Target>
            <Button
              size="xs"
              variant="default"
              disabled={common.length === 0}
              leftSection={<IconArrowRight size={15} stroke={1.8} />}
            >
              {t('step.button')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {common.map(([name, step]) => (
              <Menu.Item
                key={name}
                data-danger={step.danger || undefined}
                onClick={() => onRequest({ what: 'step', name, ids })}
              >
                {localized(step.label, i18n.language)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {actions.map((action) => (
        <Button
          key={action.id}
          size="xs"
          variant="default"
          leftSection={action.Icon && <action.Icon size={15} stroke={1.8} />}
          onClick={() => act(action, rows)}
        >
          {localized(action.label, i18n.language)}
        </Button>
      ))}
      {may.delete && (
        <Button
          size="xs"
          variant="default"
          c="var(--vl-danger-ink)"
          leftSection={<IconTrash size={15} stroke={1.8} />}
          onClick={() => onRequest({ what: 'delete', ids })}
        >
          {t('menu.delete')}
        </Button>
      )}
    </>
  );
}

import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconChartLine, IconRefreshDot } from '@tabler/icons-react';
import { type ComponentType, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { devicesState } from '../../ui/devices/chosen-devices.ts';
import { toast } from '../../ui/toast/toast.ts';
import { comparePath, MAX_COMPARED } from '../energy/index.ts';

const UPGRADE_PATH = '/endUserPage/systemUpgrade/index';
const BATCHES_PATH = '/paramSet/index?tab=batches';
/** Highest role id of the pages Upgrade and Parameter Setting (specification section 6). */
const LAST_OPERATOR = 2;

/** Actions on the selected devices that continue on other pages: upgrade, parameters, comparison. */
export function BulkActions({ devids, roleId }: { devids: ReadonlySet<string>; roleId: number }) {
  const { t } = useTranslation('things');
  const navigate = useNavigate();
  const open = (path: string) => navigate(path, { state: devicesState([...devids]) });
  const role = roleId > LAST_OPERATOR ? ('bulk.role' as const) : null;
  return (
    <>
      <Action
        label={t('bulk.upgrade')}
        Icon={IconRefreshDot}
        refused={role}
        onClick={() => open(UPGRADE_PATH)}
      />
      <Action
        label={t('bulk.parameters')}
        Icon={IconAdjustmentsHorizontal}
        refused={role}
        onClick={() => open(BATCHES_PATH)}
      />
      <Action
        label={t('bulk.compare')}
        Icon={IconChartLine}
        refused={devids.size > MAX_COMPARED ? 'bulk.tooMany' : null}
        onClick={() => navigate(comparePath([...devids]))}
      />
    </>
  );
}

interface ActionProps {
  label: string;
  Icon: ComponentType<{ size: number; stroke: number }>;
  /** Why the action is unavailable. The button stays focusable, so that screen readers can read the reason. */
  refused: 'bulk.role' | 'bulk.tooMany' | null;
  onClick: () => void;
}

function Action({ label, Icon, refused, onClick }: ActionProps) {
  const { t } = useTranslation('things');
  const id = useId();
  const values = { most: String(MAX_COMPARED) };
  const reason = refused && t(refused, values);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<Icon size={15} stroke={1.8} />}
        {...(reason
          ? {
              'aria-disabled': true,
              'aria-describedby': id,
              'data-disabled': true,
              title: reason,
              style: { pointerEvents: 'auto' as const },
              onClick: () => toast.info({ ns: 'things', key: refused, values }),
            }
          : { onClick })}
      >
        {label}
      </Button>
      {reason && (
        <span id={id} hidden>
          {reason}
        </span>
      )}
    </>
  );
}

import { Button, Menu } from '@mantine/core';
import { IconChartLine, IconDots, IconDownload, IconPhone, IconRefresh } from '@tabler/icons-react';
import type { Thing } from '@voltloop/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMayOpen } from '../../context/may-open.ts';
import { useSettings } from '../../context/settings/settings-store.ts';
import { useAccount } from '../../context/use-account.ts';
import { ConfirmDialog, PageHeader } from '../../ui/index.ts';
import { comparePath } from '../energy/index.ts';
import { thingPath } from './monitoring-url.ts';
import styles from './thing-head.module.css';
import { ProblemName } from './thing-problem.tsx';
import { ThingState } from './thing-state.tsx';
import { useSendCommand } from './use-send-command.ts';

const PARAMS_PATH = '/paramSet/index';
const UPGRADE_PATH = '/endUserPage/systemUpgrade/index';
/** Roles that may command a device (contract `sendMessage`). */
const MAY_COMMAND = 2;
const linkButton = { size: 'xs', variant: 'default', className: styles.link } as const;

/** The sticky header of a device's page: name, state and problem, contact, and actions. */
export function ThingHead({ thing, facts }: { thing: Thing; facts: ReactNode }) {
  const { roleId } = useAccount();
  const { fixedHeader, tagsView } = useSettings();
  const { devid, problem, desc } = thing;
  const below = fixedHeader ? (tagsView ? 'tabs' : 'bar') : 'nothing';
  return (
    <>
      <div className={styles.head} data-below={below}>
        <PageHeader
          title={thing.devname || devid}
          meta={
            <span className={styles.meta}>
              <ThingState status={thing.status} />
              {problem && (
                <Link to={thingPath(devid, 'events')} className={styles.problem}>
                  <ProblemName problem={problem} />
                </Link>
              )}
              {roleId <= 4 && desc.mobile && (
                <a href={`tel:${desc.mobile}`} className={styles.phone}>
                  <IconPhone size={15} stroke={1.8} aria-hidden="true" />
                  {[desc.name, desc.mobile].filter(Boolean).join(' ')}
                </a>
              )}
            </span>
          }
          tools={<Actions thing={thing} />}
        />
      </div>
      <div className={styles.facts}>{facts}</div>
    </>
  );
}

/** The next steps as buttons; the rest, with the dangerous one, in a menu. */
function Actions({ thing }: { thing: Thing }) {
  const { t } = useTranslation('things');
  const { tenantId, roleId } = useAccount();
  const mayOpen = useMayOpen();
  const send = useSendCommand(tenantId, thing.devid);
  const [confirming, setConfirming] = useState(false);
  const devid = encodeURIComponent(thing.devid);
  const mayCommand = roleId <= MAY_COMMAND;
  const mayUpgrade = mayOpen(UPGRADE_PATH);
  const compareIcon = <IconChartLine size={16} stroke={1.8} aria-hidden="true" />;
  const compare = comparePath([thing.devid]);
  return (
    <span className={styles.actions}>
      {mayCommand && (
        <Button
          size="xs"
          variant="default"
          loading={send.isPending}
          onClick={() => void send.run({ cmd: 'report', params: {} })}
        >
          {t('actions.report')}
        </Button>
      )}
      {mayOpen(PARAMS_PATH) && (
        <Button component={Link} to={`${PARAMS_PATH}?device=${devid}`} {...linkButton}>
          {t('thing.parameters')}
        </Button>
      )}
      {mayCommand || mayUpgrade ? (
        <Menu position="bottom-end" width={200}>
          <Menu.Target>
            <Button size="xs" variant="default" px="xs" aria-label={t('thing.more')}>
              <IconDots size={16} stroke={1.8} aria-hidden="true" />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item component={Link} to={compare} leftSection={compareIcon}>
              {t('thing.compare')}
            </Menu.Item>
            {mayUpgrade && (
              <Menu.Item
                component={Link}
                to={`${UPGRADE_PATH}?search=${devid}`}
                leftSection={<IconDownload size={16} stroke={1.8} aria-hidden="true" />}
              >
                {t('thing.upgrade')}
              </Menu.Item>
            )}
            {mayCommand && (
              <Menu.Item
                color="var(--vl-danger-ink)"
                disabled={send.isPending}
                leftSection={<IconRefresh size={16} stroke={1.8} aria-hidden="true" />}
                onClick={() => setConfirming(true)}
              >
                {t('actions.targets.soft')}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      ) : (
        <Button component={Link} to={compare} leftSection={compareIcon} {...linkButton}>
          {t('thing.compare')}
        </Button>
      )}
      <ConfirmDialog
        opened={confirming}
        onClose={() => setConfirming(false)}
        title={t('thing.restartTitle', { name: thing.devname || thing.devid })}
        confirmLabel={t('actions.targets.soft')}
        danger
        typed={thing.devid}
        onConfirm={() => void send.run({ cmd: 'reset', params: { target: 'soft' } })}
      >
        {t('actions.confirm.soft')}
      </ConfirmDialog>
    </span>
  );
}

import { Button } from '@mantine/core';
import { IconChartLine, IconPhone } from '@tabler/icons-react';
import type { Thing } from '@voltloop/contract';
import { ConfirmDialog, PageHeader } from '@voltloop/ui';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMayOpen } from '../../context/may-open.ts';
import { useSettings } from '../../context/settings/settings-store.ts';
import { useAccount } from '../../context/use-account.ts';
import { comparePath } from './compare/compare-url.ts';
import { thingPath } from './monitoring-url.ts';
import styles from './thing-head.module.css';
import { ProblemName } from './thing-problem.tsx';
import { ThingState } from './thing-state.tsx';
import { useSendCommand } from './use-send-command.ts';

const PARAMS_PATH = '/paramSet/index';
const UPGRADE_PATH = '/endUserPage/systemUpgrade/index';
/** Roles that may command a device (contract `sendMessage`). */
const MAY_COMMAND = 2;

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

function Actions({ thing }: { thing: Thing }) {
  const { t } = useTranslation('things');
  const { tenantId, roleId } = useAccount();
  const mayOpen = useMayOpen();
  const send = useSendCommand(tenantId, thing.devid);
  const [asking, setAsking] = useState(false);
  const devid = encodeURIComponent(thing.devid);
  const link = (to: string, word: string, icon?: ReactNode) => (
    <Button component={Link} to={to} variant="default" size="xs" className={styles.link} leftSection={icon}>
      {word}
    </Button>
  );
  return (
    <span className={styles.actions}>
      {roleId <= MAY_COMMAND && (
        <>
          <Button
            size="xs"
            variant="default"
            loading={send.isPending}
            onClick={() => void send.run({ cmd: 'report', params: {} })}
          >
            {t('actions.report')}
          </Button>
          <Button size="xs" variant="default" disabled={send.isPending} onClick={() => setAsking(true)}>
            {t('actions.targets.soft')}
          </Button>
        </>
      )}
      {mayOpen(PARAMS_PATH) && link(`${PARAMS_PATH}?device=${devid}`, t('thing.parameters'))}
      {mayOpen(UPGRADE_PATH) && link(`${UPGRADE_PATH}?search=${devid}`, t('thing.upgrade'))}
      {link(
        comparePath([thing.devid]),
        t('thing.compare'),
        <IconChartLine size={15} stroke={1.8} aria-hidden="true" />,
      )}
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
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

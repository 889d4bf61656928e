import type { ComponentProps } from 'react';
import { useAccount } from '../../context/use-account.ts';
import { CommandLedger } from './command-ledger.tsx';
import styles from './commands-tab.module.css';
import { DeviceActions } from './device-actions.tsx';
import { SettingsForm } from './settings-form.tsx';

/** Settings and actions for roles that may send commands (0-2), and the ledger of all commands for everybody. */
export default function CommandsTab({ thing, typed, onType }: ComponentProps<typeof SettingsForm>) {
  const { roleId } = useAccount();
  return (
    <div className={styles.layout}>
      {roleId <= 2 && (
        <>
          <SettingsForm thing={thing} typed={typed} onType={onType} />
          <DeviceActions thing={thing} />
        </>
      )}
      <CommandLedger thing={thing} />
    </div>
  );
}

import { Autocomplete, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../../context/use-account.ts';
import { AccountPicker, type PickedAccount } from '../../accounts/index.ts';
import { versionsInUse } from '../queries.ts';
import styles from './device-list.module.css';

interface VersionInputProps {
  of: 'sw_version' | 'hw_version';
  label: string;
  value: string;
  onChange: (version: string) => void;
}

/** A part of a version, with those in use as suggestions. */
export function VersionInput({ of, label, value, onChange }: VersionInputProps) {
  const { tenantId } = useAccount();
  const versions = useQuery(versionsInUse(tenantId)).data ?? [];
  return (
    <Autocomplete
      // The list opens inside the popover: a press on it must not count as outside.
      comboboxProps={{ withinPortal: false }}
      size="xs"
      label={label}
      data={[...new Set(versions.map((each) => each[of]))].filter(Boolean).sort()}
      value={value}
      maxLength={100}
      onChange={onChange}
    />
  );
}

interface AccountInputProps {
  label: string;
  /** A user name, `none` for unbound devices. */
  value: string | null;
  onChange: (value: string | null) => void;
}

/** The account that has the devices, or none. */
export function AccountInput({ label, value, onChange }: AccountInputProps) {
  const { t } = useTranslation('devices');
  const { roleId } = useAccount();
  const [account, setAccount] = useState<PickedAccount | null>(null);
  const choose = (one: PickedAccount | null, next: string | null) => {
    setAccount(one);
    onChange(next);
  };
  return (
    <div className={styles.account}>
      <AccountPicker
        size="xs"
        label={label}
        description={
          value && value !== 'none' && !account ? t('filter.accountNow', { name: value }) : undefined
        }
        value={account ? [account] : []}
        disabled={value === 'none'}
        onChange={(picked) => {
          const one = picked.at(-1) ?? null;
          choose(one, one?.user_name ?? null);
        }}
      />
      {roleId === 0 && (
        <Checkbox
          size="xs"
          label={t('filter.none')}
          checked={value === 'none'}
          onChange={(event) => choose(null, event.currentTarget.checked ? 'none' : null)}
        />
      )}
    </div>
  );
}

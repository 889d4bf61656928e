import {
  CheckIcon,
  Combobox,
  Loader,
  Pill,
  PillsInput,
  type PillsInputProps,
  Text,
  useCombobox,
} from '@mantine/core';
import type { AccountKind } from '@voltloop/contract';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.ts';
import { useFormat } from '../../ui/index.ts';
import { useSearchedOptions } from '../../ui/widgets/use-searched-options.ts';
import styles from './account-picker.module.css';
import { offeredAccounts } from './queries.ts';

/** The part of an account that a picker shows and returns. */
export interface PickedAccount {
  id: string;
  name: string;
  user_name: string;
  kind: AccountKind;
}

export interface AccountPickerProps {
  label: string;
  value: readonly PickedAccount[];
  onChange: (value: PickedAccount[]) => void;
  /** Several may be picked; otherwise a new choice replaces the old one. */
  multiple?: boolean;
  /** Lists only these kinds. */
  kinds?: readonly AccountKind[];
  /** Ids of accounts that cannot be picked. */
  except?: (account: PickedAccount) => boolean;
  /** Lists the signed-in account too. */
  withSelf?: boolean;
  description?: string;
  error?: string | undefined;
  required?: boolean;
  disabled?: boolean;
  size?: PillsInputProps['size'];
}

/**
 * Picks accounts of the caller's subtree; the server searches names, user names and e-mail addresses. Arrow keys
 * and Enter pick, Backspace in an empty field removes the last one.
 */
export function AccountPicker({
  label,
  value,
  onChange,
  multiple = false,
  kinds,
  except,
  withSelf = false,
  description,
  error,
  required,
  disabled,
  size,
}: AccountPickerProps) {
  const { t } = useTranslation('users');
  const format = useFormat();
  const tenantId = useSession((session) => session.login?.tenant_id ?? '');
  const [text, setText] = useState('');
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const { found, stale, matches } = useSearchedOptions(text, (search) => ({
    ...offeredAccounts(tenantId, { search, kinds, withSelf }),
    enabled: combobox.dropdownOpened,
  }));
  const offered = (found.data?.list ?? []).filter(
    (account) => !except?.(account) && (matches(account.name) || matches(account.user_name)),
  );
  const more = stale ? 0 : (found.data?.total ?? 0) - (found.data?.list.length ?? 0);
  const statusId = useId();

  const pick = (id: string) => {
    const account = offered.find((each) => each.id === id);
    if (!account) return;
    const { name, user_name, kind } = account;
    const picked: PickedAccount = { id, name, user_name, kind };
    const others = value.filter((each) => each.id !== id);
    setText('');
    if (!multiple) onChange([picked]);
    else onChange(others.length < value.length ? others : [...value, picked]);
    // An open list would cover the buttons of a dialog; typing or clicking opens it again.
    combobox.closeDropdown();
  };
  const remove = (id: string) => onChange(value.filter((each) => each.id !== id));

  return (
    <Combobox store={combobox} onOptionSubmit={pick} withinPortal disabled={disabled}>
      <Combobox.DropdownTarget>
        <PillsInput
          label={label}
          description={description}
          error={error}
          required={required}
          disabled={disabled}
          size={size}
          onClick={() => combobox.openDropdown()}
          rightSection={found.isFetching ? <Loader size={14} /> : <Combobox.Chevron />}
          rightSectionPointerEvents="none"
        >
          <Pill.Group>
            {value.map((account) => (
              <Pill
                key={account.id}
                withRemoveButton={!disabled}
                onRemove={() => remove(account.id)}
                removeButtonProps={{
                  'aria-label': t('picker.remove', { name: account.name }),
                  // Mantine hides it from keyboards; here Tab reaches it, and screen readers must too.
                  'aria-hidden': false,
                  tabIndex: 0,
                }}
                className={styles.pill}
              >
                {account.name}
              </Pill>
            ))}
            <Combobox.EventsTarget withExpandedAttribute>
              <PillsInput.Field
                {...(!multiple && value.length > 0 ? { className: styles.narrow } : {})}
                aria-label={label}
                aria-describedby={statusId}
                value={text}
                maxLength={100}
                placeholder={value.length === 0 ? t('picker.placeholder') : undefined}
                disabled={disabled}
                onBlur={() => combobox.closeDropdown()}
                onChange={(event) => {
                  setText(event.currentTarget.value);
                  combobox.updateSelectedOptionIndex();
                  combobox.openDropdown();
                }}
                onKeyDown={(event) => {
                  if (event.key === 'Backspace' && text === '' && value.length > 0) {
                    event.preventDefault();
                    onChange(value.slice(0, -1));
                  }
                }}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        <Combobox.Options className={styles.options} aria-label={label}>
          {offered.map((account) => {
            const chosen = value.some((each) => each.id === account.id);
            return (
              <Combobox.Option key={account.id} value={account.id} active={chosen} className={styles.option}>
                <span className={styles.who}>
                  <span className={styles.name}>{account.name}</span>
                  <span className={styles.sub}>{account.user_name}</span>
                </span>
                <span className={styles.kind}>{t(`kind.${account.kind}`)}</span>
                <span className={styles.check}>{chosen && <CheckIcon size={12} />}</span>
              </Combobox.Option>
            );
          })}
        </Combobox.Options>
        <Text
          component="div"
          id={statusId}
          role="status"
          size="xs"
          c="var(--vl-ink-2)"
          className={styles.status}
        >
          {found.isError
            ? t('picker.failed')
            : found.isPending || (stale && offered.length === 0)
              ? t('picker.looking')
              : offered.length === 0
                ? t('picker.none')
                : more > 0 && t('picker.more', { count: more, total: format.number(more) })}
        </Text>
      </Combobox.Dropdown>
    </Combobox>
  );
}

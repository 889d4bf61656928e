import { IconAlertCircle, IconEye, IconEyeOff } from '@tabler/icons-react';
import { type ComponentProps, type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './field.module.css';

interface FieldProps extends ComponentProps<'input'> {
  label: string;
  /** Shown beside the field and part of its accessible description. */
  error?: string | undefined;
  hint?: string;
}

/** A text field of the pages before sign-in: label above, error below, large enough for touch. */
export function Field({ label, error, hint, id: given, ...input }: FieldProps) {
  const own = useId();
  const id = given ?? own;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.box} data-invalid={error ? true : undefined}>
        <input
          {...input}
          id={id}
          className={styles.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? `${id}-help` : undefined}
        />
      </div>
      <Help id={`${id}-help`} error={error} hint={hint} />
    </div>
  );
}

/** A {@link Field} for a password, with a button that shows it and a Caps Lock warning. */
export function PasswordField({ label, error, hint, id: given, onKeyUp, onBlur, ...input }: FieldProps) {
  const { t } = useTranslation('login');
  const own = useId();
  const id = given ?? own;
  const [shown, setShown] = useState(false);
  const [caps, setCaps] = useState(false);
  const detectCapsLock = (event: KeyboardEvent<HTMLInputElement>) => {
    setCaps(event.getModifierState?.('CapsLock') ?? false);
    onKeyUp?.(event);
  };
  const Icon = shown ? IconEyeOff : IconEye;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.box} data-invalid={error ? true : undefined}>
        <input
          {...input}
          id={id}
          type={shown ? 'text' : 'password'}
          className={styles.input}
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-help`}
          onKeyUp={detectCapsLock}
          onKeyDown={detectCapsLock}
          onBlur={(event) => {
            setCaps(false);
            onBlur?.(event);
          }}
        />
        <button
          type="button"
          className={styles.eye}
          aria-label={t(shown ? 'hidePassword' : 'showPassword')}
          aria-pressed={shown}
          aria-controls={id}
          onClick={() => setShown(!shown)}
        >
          <Icon size={18} stroke={1.7} />
        </button>
      </div>
      <Help id={`${id}-help`} error={error} hint={caps ? t('capsLock') : hint} />
    </div>
  );
}

function Help({ id, error, hint }: { id: string; error: string | undefined; hint: string | undefined }) {
  return (
    <div id={id} className={error ? styles.error : styles.hint} aria-live="polite">
      {error && <IconAlertCircle size={14} stroke={2} aria-hidden="true" />}
      {error ?? hint}
    </div>
  );
}

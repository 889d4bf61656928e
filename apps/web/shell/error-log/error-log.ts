import { create } from 'zustand';
import { useSettings } from '../../context/settings/settings-store.ts';

/** An error of the console that nobody handled. */
export interface LoggedError {
  id: number;
  message: string;
  stack: string;
  /** Where it came from: the window, a promise, or the component that failed. */
  info: string;
  url: string;
}

/** The newest that are kept, in memory only (interpretation B35). */
export const MAX_ERRORS = 100;

export const useErrorLog = create<{ errors: readonly LoggedError[] }>(() => ({ errors: [] }));

let next = 1;

/** Notes an error; the newest come first. */
export function logError(error: unknown, info: string, url = window.location.href): void {
  const entry: LoggedError = {
    id: next++,
    message: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    stack: error instanceof Error ? (error.stack ?? '') : '',
    info,
    url,
  };
  useErrorLog.setState(({ errors }) => ({ errors: [entry, ...errors].slice(0, MAX_ERRORS) }));
}

export function clearErrors(): void {
  useErrorLog.setState({ errors: [] });
}

/** Whether errors are collected in this build: the setting `errorLog` names the kind of build. */
export function collects(build: string): boolean {
  return useSettings.getState().errorLog === build;
}

/** Collects what reaches the window, where this build collects at all. Returns its stop. */
export function startErrorLog(build: string): () => void {
  if (!collects(build)) return () => {};
  const onError = (event: ErrorEvent) => logError(event.error ?? event.message, 'window');
  const onRejection = (event: PromiseRejectionEvent) => logError(event.reason, 'promise');
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  return () => {
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
  };
}

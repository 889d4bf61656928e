import { UsersScreen } from './users-page.tsx';

/** End-User Management: an installer's own end users. */
export default function EndUsersPage() {
  return <UsersScreen screen="endUsers" />;
}

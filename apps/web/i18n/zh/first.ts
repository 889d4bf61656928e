import common from './common.json' with { type: 'json' };
import errors from './errors.json' with { type: 'json' };
import login from './login.json' with { type: 'json' };
import routes from './routes.json' with { type: 'json' };

/** The catalogues that every first page needs. */
export const first = { common, errors, login, routes };

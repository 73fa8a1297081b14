import { emailKey } from '#core/shared/mail.ts';
import type { Database } from '../connection/database.ts';

type Row = Readonly<{ id: string; email: string; email_key: string }>;

/** An account whose mails go to the mailbox of another account. */
export type MeetingUser = Readonly<{ id: string; email: string; holder: Pick<Row, 'id' | 'email'> | undefined }>;

/** The accounts that keep a key of before, since another account has theirs: nobody signs in to them. */
export const meetingUsersOf = async ({ pool }: Pick<Database, 'pool'>): Promise<readonly MeetingUser[]> => {
  const { rows } = await pool.query<Row>(
    `select id, email, email_key from users
      where octet_length(email_key) <> length(email_key) or email_key like '%xn--%' order by id`,
  );
  const meeting = rows.filter((user) => emailKey(user.email) !== user.email_key);
  const keys = meeting.map(({ email }) => emailKey(email));
  const { rows: holders } = await pool.query<Row>('select id, email, email_key from users where email_key = any($1)', [
    keys,
  ]);
  return meeting.map(({ id, email }) => ({
    id,
    email,
    holder: holders.find((holder) => holder.email_key === emailKey(email)),
  }));
};

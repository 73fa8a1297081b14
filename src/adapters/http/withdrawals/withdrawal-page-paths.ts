export const PAGE_PATH = '/withdraw';

export const CONFIRM_PATH = '/withdraw/confirm';

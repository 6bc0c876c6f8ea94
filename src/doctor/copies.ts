/** Settings by which commands tell the doctor of copies of the installation. */

/** When the last backup was taken, in ms. */
export const lastBackupSetting = 'backup.taken_at';

/** When a copy was last put in the place of the installation, in ms. */
export const lastRestoreSetting = 'backup.restored_at';

-- To take an email back, the jobs of its mails are found by them and not by walking all lanes of mails.
CREATE INDEX job_of_mail ON job (subject) WHERE lane >= 'mail-' AND lane < 'mail0';

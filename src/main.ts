process.stdout.write('parley\n');

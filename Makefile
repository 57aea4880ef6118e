test:
	@source/tests/run.py -j 2 ./long

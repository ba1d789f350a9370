// begun empty
